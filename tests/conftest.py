"""Settings all tests share."""

from hypothesis import HealthCheck, settings

# A first compilation takes longer than any deadline; examples are the same on every machine.
settings.register_profile(
    "kingsburg", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("kingsburg")
