import type { OpenApiDocument } from '../../../shared/contract/openapi/types.ts';
import { callsOf } from '../calls.ts';
import { ASYNC, resourceClasses, SYNC } from './resources.ts';
import { declareAll, PythonTypes } from './types.ts';

const NOTICE = '# Generated from docs/openapi.json: change the contracts and run `npm run client`.\n';

/** The generated files of the Python client, by name. */
export function pythonFiles(document: OpenApiDocument): Record<string, string> {
  const calls = callsOf(document);
  const types = new PythonTypes();
  declareAll(types, document, calls);
  const classes = [SYNC, ASYNC].map((flavour) => resourceClasses(calls, types, flavour)).join('\n\n');
  const used = types.names().filter((name) => new RegExp(`\\b${name}\\b`).test(classes));
  return {
    'types.py': `${NOTICE}from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

from typing_extensions import NotRequired

${types.text()}`,
    'resources.py': `${NOTICE}from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Literal

from .._pages import iterate_pages, iterate_pages_async
from .._request import OMITTED, Omitted, segment
from .._transport import AsyncTransport, SyncTransport
from .types import (
${used
  .toSorted()
  .map((name) => `    ${name},\n`)
  .join('')})

${classes}`,
  };
}
