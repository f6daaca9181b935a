"""The source files of packages and what each of them imports: the code that a verdict rests on, and its digest."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from rftheory.statements.certificates import FOLDER, THEORY, Kept
from rftheory.statements.source import Source, read_source

#: modules that hold nothing but imports, for others to take names from: such a name counts as imported from where it is
#: defined, and the rest of the module does not count
FACADES = frozenset({"rftheory.vocabulary"})
#: names by which code reads other names, as text
_BY_TEXT = ("eval", "exec", "getattr", "globals", "locals", "vars")


class SourceTree:
    """The files of some packages, by dotted module name, each as it was when it was first asked for.

    Args:
        packages: top-level package name -> its directory.
        facades: see `FACADES`.
    """

    def __init__(self, packages: Mapping[str, Path], facades: frozenset[str] = FACADES):
        self.packages = dict(packages)
        self.facades = facades
        self._sources: dict[str, Source] = {}
        self._found: dict[str, Path | None] = {}
        self._closures: dict[str, frozenset[str]] = {}
        self._imports: dict[str, frozenset[str]] = {}
        self._codes: dict[tuple[str, ...], str] = {}
        self._certificates: dict[str, list[tuple[str, Kept]]] = {}

    def path(self, module: str) -> Path | None:
        """The file of a module of these packages, or None."""
        if module not in self._found:
            self._found[module] = self._locate(module)
        return self._found[module]

    def _locate(self, module: str) -> Path | None:
        top, *rest = module.split(".")
        if top not in self.packages:
            return None
        stem = self.packages[top].joinpath(*rest)
        candidates = (stem / "__init__.py", stem.with_name(stem.name + ".py"))
        return next((path for path in candidates if path.is_file()), None)

    def read(self, module: str) -> Source:
        """What is known of a module of these packages.

        Raises:
            SyntaxError: if it does not parse.
            OSError: if there is no such file, or if it cannot be read.
        """
        if module not in self._sources:
            path = self.path(module)
            if path is None:
                raise FileNotFoundError(f"no file of {', '.join(self.packages)} has the module name {module}")
            self._sources[module] = read_source(path, module)
        return self._sources[module]

    def imports(self, module: str) -> frozenset[str]:
        """The modules of these packages that a module imports itself, with the packages that contain them.

        A file that does not parse imports nothing that can be known.
        """
        if module not in self._imports:
            self._imports[module] = self._read_imports(module)
        return self._imports[module]

    def _read_imports(self, module: str) -> frozenset[str]:
        source = self._readable(module)
        if source is None:
            return frozenset()
        names = {*source.imports}
        names.update(*(self._provided(star, source.free, {module}) for star in source.stars))
        names.update(*(self._provided(name, source.taken, {module}) for name in source.imports))
        above = {name.rsplit(".", k)[0] for name in (module, *names) for k in range(name.count(".") + 1)}
        return frozenset(name for name in above - self.facades if name != module and self.path(name) is not None)

    def _provided(self, module: str, names: frozenset[str], seen: set[str]) -> set[str]:
        """Where names come from that a module has from facades, itself or by what it imports all names of."""
        source = self._readable(module)
        if source is None or module in seen:
            return set()
        seen.add(module)
        if module in self.facades:
            every = not names.isdisjoint(_BY_TEXT)
            return {name for name in source.imports if every or name.rpartition(".")[2] in names}
        return set().union(*(self._provided(star, names, seen) for star in source.stars))

    def _readable(self, module: str) -> Source | None:
        try:
            return None if self.path(module) is None else self.read(module)
        except SyntaxError:
            return None

    def closure(self, module: str) -> frozenset[str]:
        """The module and everything of these packages that it imports, directly or not."""
        if module not in self._closures:
            seen, waiting = {module}, [module]
            while waiting:
                for name in self.imports(waiting.pop()) - seen:
                    seen.add(name)
                    waiting.append(name)
            self._closures[module] = frozenset(seen)
        return self._closures[module]

    def certificates(self, module: str) -> list[tuple[str, Kept]]:
        """The certificates kept beside a statement and beside the modules that it imports, whose claims it may use as lemmas."""
        if module not in self._certificates:
            places = {name: path for name in self.closure(module) if (path := self.path(name)) is not None}
            with_some = {folder for folder in {path.parent for path in places.values()} if (folder / FOLDER).is_dir()}
            kept = [(name, Kept.beside(path)) for name, path in sorted(places.items()) if path.parent in with_some]
            self._certificates[module] = kept
        return self._certificates[module]

    @cached_property
    def theory(self) -> tuple[Path, ...]:
        """The files of the lemmas that are kept for all certificates: their texts are read where one of them is looked for."""
        home = self.packages.get("rftheory")
        return () if home is None else tuple(sorted((home / "proofs" / THEORY).glob("*.*")))

    @cached_property
    def theory_digest(self) -> str:
        """The digest of all of them."""
        read = [(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in self.theory]
        return hashlib.sha256(repr(read).encode()).hexdigest()

    def digest(self, module: str) -> str:
        """The normalised digest of one file; of its raw text if it does not parse, "missing" if there is none."""
        path = self.path(module)
        if path is None:
            return "missing"
        try:
            return self.read(module).digest
        except SyntaxError:
            return hashlib.sha256(path.read_bytes()).hexdigest()

    def code(self, *modules: str) -> str:
        """The digest of some modules and everything that they import."""
        if modules not in self._codes:
            names = self._closure_of(modules)
            digests = [(name, self.digest(name)) for name in names]
            if self.text_counts(*modules):
                digests += [("text", self._sources[name].text_digest) for name in names if name in self._sources]
            self._codes[modules] = hashlib.sha256(repr(digests).encode()).hexdigest()
        return self._codes[modules]

    def text_counts(self, *modules: str) -> bool:
        """Whether their files count as they are written: one of them reads docstrings or source text, of any of them."""
        return any(self._sources[name].reads_text for name in self._closure_of(modules) if name in self._sources)

    def _closure_of(self, modules: tuple[str, ...]) -> list[str]:
        return sorted(frozenset().union(*(self.closure(module) for module in modules)))
