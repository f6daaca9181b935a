"""Tables of the papers that stand beside experiments, as printed."""

from __future__ import annotations

from collections.abc import Mapping

#: HRF, Table 3: least and greatest MSE of 20 of the hybrid, of FAVOR+ and of trigonometric features
HRF_TABLE_3 = {
    "variance 1, s from 0.03 to 0.08, 20": ("[0.0016, 0.0183]", "[0.0071, 0.1455]", "[0.0039, 0.0808]"),
    "variance 1, s from 0.03 to 0.08, 100": ("[0.0006, 0.0036]", "[0.0022, 0.0528]", "[0.0013, 0.0170]"),
    "variance 1, s from 0.03 to 0.08, 200": ("[0.0002, 0.0010]", "[0.0013, 0.0205]", "[0.0004, 0.0087]"),
    "variance 1, s from 0.07 to 0.11, 20": ("[0.0032, 0.0265]", "[0.0095, 0.2071]", "[0.0036, 0.0989]"),
    "variance 1, s from 0.07 to 0.11, 100": ("[0.0007, 0.0040]", "[0.0016, 0.0280]", "[0.0010, 0.0164]"),
    "variance 1, s from 0.07 to 0.11, 200": ("[0.0003, 0.0018]", "[0.0018, 0.0236]", "[0.0004, 0.0134]"),
    "variance 10, s from 0.02 to 0.05, 20": ("[0.0083, 0.0300]", "[0.0362, 0.1218]", "[0.0174, 0.0490]"),
    "variance 10, s from 0.02 to 0.05, 100": ("[0.0024, 0.0056]", "[0.0077, 0.0421]", "[0.0041, 0.0095]"),
    "variance 10, s from 0.02 to 0.05, 200": ("[0.0011, 0.0031]", "[0.0037, 0.0150]", "[0.0018, 0.0050]"),
    "variance 10, s from 0.04 to 0.07, 20": ("[0.0097, 0.0294]", "[0.0332, 0.1553]", "[0.0179, 0.0485]"),
    "variance 10, s from 0.04 to 0.07, 100": ("[0.0028, 0.0061]", "[0.0080, 0.0292]", "[0.0031, 0.0100]"),
    "variance 10, s from 0.04 to 0.07, 200": ("[0.0012, 0.0031]", "[0.0046, 0.0166]", "[0.0015, 0.0067]"),
}
#: SimRF, Table 2: SimRF, SimRF+
SIMRF_TABLE_2 = {
    "abalone": ("0.1421", "0.1419"),
    "banknote": ("0.7229", "0.7132"),
    "car": ("0.6754", "0.6751"),
    "yeast": ("0.3202", "0.3208"),
    "cmc": ("0.4047", "0.4065"),
    "nursery": ("0.6874", "0.6917"),
    "wifi": ("0.6314", "0.6473"),
    "chess": ("0.2000", "0.2000"),
}
#: SimRF, Table 3: IIDRF, ORF, fast ORF, SimRF, fast SimRF
SIMRF_TABLE_3 = {
    "abalone": ("0.1432", "0.1445", "0.1447", "0.1455", "0.1462"),
    "banknote": ("0.6441", "0.6612", "0.6596", "0.7196", "0.7296"),
    "car": ("0.6768", "0.6788", "0.6784", "0.6797", "0.6800"),
    "yeast": ("0.3187", "0.3193", "0.3171", "0.3187", "0.3195"),
    "cmc": ("0.4088", "0.4149", "0.4159", "0.4206", "0.4222"),
    "nursery": ("0.5870", "0.6213", "0.6193", "0.7030", "0.7037"),
    "wifi": ("0.4914", "0.5224", "0.5310", "0.6509", "0.6533"),
    "chess": ("0.2011", "0.2017", "0.2016", "0.2021", "0.2021"),
}


def printed(rows: Mapping[str, tuple[str, ...]], columns: Mapping[str, int]) -> dict[str, str]:
    """Figures of a printed table by data set and column."""
    return {f"{name}: {column}": row[place] for name, row in rows.items() for column, place in columns.items()}
