from proofs.crt._open_laws import claims
