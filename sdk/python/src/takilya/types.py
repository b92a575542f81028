"""The typed dictionaries that the client takes and answers: `from takilya.types import Event`."""

from ._generated.models import *  # noqa: F403
from ._generated.models import __all__ as __all__
