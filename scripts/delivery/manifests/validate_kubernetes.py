"""Checks rendered objects against the published Kubernetes schemas, unknown fields refused.

Reads {"overlay": [object, ...]} from standard input and prints a list of complaints, both JSON.
"""
import functools
import json
import sys

from kubernetes_validate import utils

utils.schema_contents = functools.lru_cache(maxsize=None)(utils.schema_contents)
# Kinds that come with an operator; validate-schemas.mjs checks those.
CUSTOM = ("argoproj.io", "cnpg.io", "cert-manager.io", "external-secrets.io", "gateway.networking.k8s.io", "monitoring.coreos.com")

complaints = []
for overlay, objects in json.load(sys.stdin).items():
    for thing in objects:
        for version in sys.argv[1:]:
            name = f"{overlay}: {thing.get('kind')}/{thing.get('metadata', {}).get('name')} ({version})"
            if thing.get("apiVersion", "").split("/")[0].endswith(CUSTOM):
                continue
            try:
                utils.validate(thing, version, strict=True)
            except utils.ValidationError as error:
                complaints.append(f"{name}: {'.'.join(map(str, error.path))}: {error.message[:300]}")
            except (utils.SchemaNotFoundError, KeyError) as error:
                complaints.append(f"{name}: no such kind: {getattr(error, 'message', error)}")
json.dump(complaints, sys.stdout)
