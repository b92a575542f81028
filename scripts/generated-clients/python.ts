import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client.ts';

const PYTHON = join('venv', 'bin', 'python');

/**
 * Imports every module, because Python does not check names at compile time, and converts the sample in both
 * directions.
 */
const read = `import importlib, json, pkgutil, sys
import takilya
for module in pkgutil.walk_packages(takilya.__path__, 'takilya.'):
    importlib.import_module(module.name)
from takilya.models import Event, EventResponse
sample = json.load(open(sys.argv[1]))
event = EventResponse.from_dict({'data': sample}).data
assert isinstance(event, Event)
assert event.ticket_price == sample['ticket_price'], event.ticket_price
written = event.to_dict()
for name in ('start_datetime', 'sales_end_datetime', 'created_at', 'updated_at'):
    written[name] = sample[name]  # the same instant, spelt +00:00
assert written == sample, written
`;

export const openapiPythonClient: Client = {
  name: 'Python, openapi-python-client',
  needs: { python3: 'python3-venv' },
  prepare({ run }) {
    run('python3', ['-m', 'venv', 'venv']);
    run(PYTHON, [
      '-m',
      'pip',
      'install',
      '--quiet',
      'openapi-python-client==0.29.1',
      'httpx',
      'attrs',
      'python-dateutil',
    ]);
  },
  check({ folder, document, sample, run }) {
    run(join('venv', 'bin', 'openapi-python-client'), [
      'generate',
      ...['--path', document, '--output-path', 'takilya', '--meta', 'none'],
    ]);
    run(PYTHON, ['-m', 'compileall', '-q', 'takilya']);
    writeFileSync(join(folder, 'read.py'), read);
    run(PYTHON, ['read.py', sample]);
  },
};
