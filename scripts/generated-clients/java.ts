import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Client, PRICE } from './client.ts';
import { fetchGenerator, generate, generatorNeeds } from './openapi-generator.ts';

const read = `import java.nio.file.*;
import org.openapitools.client.JSON;
import org.openapitools.client.model.*;

public class Read {
  public static void main(String[] arguments) throws Exception {
    new JSON();
    Event event = JSON.getGson().fromJson(Files.readString(Path.of(arguments[0])), Event.class);
    if (event.getTicketPrice() != ${PRICE} || event.getStatus() != EventStatus.fromValue("active"))
      throw new AssertionError(event.toString());
  }
}
`;

export const java: Client = {
  name: 'Java, openapi-generator',
  needs: { ...generatorNeeds, mvn: 'maven' },
  prepare: fetchGenerator,
  check(workspace) {
    const { folder, sample, run } = workspace;
    generate(workspace, 'java');
    const client = join(folder, 'client');
    run('mvn', ['-q', '-B', 'compile', 'dependency:copy-dependencies'], { in: client });
    writeFileSync(join(client, 'Read.java'), read);
    const classes = [join('target', 'classes'), join('target', 'dependency', '*')].join(delimiter);
    run('java', ['-cp', classes, 'Read.java', sample], { in: client });
  },
};
