"""What people ask of the statements: judge them, show one, what is wrong in print, what a claimed form is at a point."""
