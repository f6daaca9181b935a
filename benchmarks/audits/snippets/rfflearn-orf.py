import numpy as np
import rfflearn.cpu as rfflearn
from rfflearn.cpu.rfflearn_cpu_common import Base

d, m, found = 8, 16, []
x = np.ones((1, d)) / np.sqrt(d)
for seed in range(2000):
    rfflearn.seed(seed)
    base = Base("orf", m, 1.0, None, None)
    base.set_weight(d)
    found.append(2 / m * (base.conv(x) @ base.conv(-x).T).item())
print("mean estimate at x and -x:", np.mean(found), "should be:", np.exp(-2))
