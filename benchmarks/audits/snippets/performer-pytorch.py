from performer_pytorch.performer_pytorch import gaussian_orthogonal_random_matrix

positive = [gaussian_orthogonal_random_matrix(8, 8)[0, 0].item() > 0 for _ in range(2000)]
print("share of positive first entries:", sum(positive) / 2000, "should be:", 0.5)
