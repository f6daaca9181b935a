"""What follows from the four papers and from the moment law of the estimators, and is in none of them."""
