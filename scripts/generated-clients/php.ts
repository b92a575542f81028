import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, PRICE } from './client.ts';
import { fetchGenerator, generate, generatorNeeds } from './openapi-generator.ts';

const read = `<?php
spl_autoload_register(function (string $class) {
    $file = __DIR__ . '/lib/' . str_replace(['OpenAPI\\\\Client\\\\', '\\\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});
use OpenAPI\\Client\\{Model\\Event, Model\\EventStatus, ObjectSerializer};

$event = ObjectSerializer::deserialize(json_decode(file_get_contents($argv[1])), Event::class);
if ($event->getTicketPrice() !== ${PRICE} || $event->getStatus() !== 'active' || !$event->valid()) {
    var_dump($event->listInvalidProperties());
    exit(1);
}
`;

export const php: Client = {
  name: 'PHP, openapi-generator',
  needs: { ...generatorNeeds, php: 'php-cli php-mbstring' },
  prepare: fetchGenerator,
  check(workspace) {
    const { folder, sample, run } = workspace;
    generate(workspace, 'php');
    const client = join(folder, 'client');
    run('sh', ['-c', 'find lib -name "*.php" -print0 | xargs -0 -n 1 php -l > /dev/null'], { in: client });
    writeFileSync(join(client, 'read.php'), read);
    run('php', ['read.php', sample], { in: client });
  },
};
