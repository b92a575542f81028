import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, PRICE, type Workspace } from './client.ts';
import { fetchGenerator, generate, generatorNeeds } from './openapi-generator.ts';

/** Converts to float64 before comparing; otherwise Go would round the constant to the type of the price. */
const test = (packageName: string) => `package ${packageName}

import (
	"encoding/json"
	"os"
	"testing"
)

func TestReadsEvent(t *testing.T) {
	sample, err := os.ReadFile(os.Getenv("SAMPLE"))
	if err != nil {
		t.Fatal(err)
	}
	var event Event
	if err := json.Unmarshal(sample, &event); err != nil {
		t.Fatal(err)
	}
	if float64(event.TicketPrice) != ${PRICE} {
		t.Fatalf("another price: %v", event.TicketPrice)
	}
	if _, err := json.Marshal(event); err != nil {
		t.Fatal(err)
	}
}
`;

function compile({ sample, run }: Workspace, module: string) {
  run('go', ['mod', 'tidy'], { in: module });
  run('go', ['build', './...'], { in: module });
  run('go', ['vet', '.'], { in: module });
  run('go', ['test', '-run', 'TestReadsEvent', '.'], { in: module, env: { SAMPLE: sample } });
}

export const oapiCodegen: Client = {
  name: 'Go, oapi-codegen',
  needs: { go: 'golang' },
  prepare({ folder, run }) {
    const tool = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
    run('go', ['install', tool], { env: { GOBIN: join(folder, 'bin') } });
  },
  check(workspace) {
    const module = join(workspace.folder, 'client');
    mkdirSync(module);
    const output = ['-generate', 'types,client', '-package', 'takilya', '-o', join(module, 'takilya.go')];
    workspace.run(join(workspace.folder, 'bin', 'oapi-codegen'), [...output, workspace.document]);
    writeFileSync(join(module, 'go.mod'), 'module takilya\n\ngo 1.24\n');
    writeFileSync(join(module, 'read_test.go'), test('takilya'));
    compile(workspace, module);
  },
};

export const goOpenapiGenerator: Client = {
  name: 'Go, openapi-generator',
  needs: { ...generatorNeeds, go: 'golang' },
  prepare: fetchGenerator,
  check(workspace) {
    generate(workspace, 'go');
    const module = join(workspace.folder, 'client');
    writeFileSync(join(module, 'read_test.go'), test('openapi'));
    compile(workspace, module);
  },
};
