import type { OpenApi } from '../openapi-document.ts';
import { typeOf } from '../openapi-types.ts';
import { pascalCase } from './method-names.ts';
import { comment } from './write-resources.ts';

/** The notifications that webhooks send, as a union that `type` discriminates. */
export function writeNotifications({ webhooks }: OpenApi): string {
  const notifications = Object.entries(webhooks).map(([type, { post }]) => {
    const schema = post?.requestBody?.content['application/json']?.schema;
    if (!schema) throw new Error(`the webhook ${type} has no body`);
    const name = `${pascalCase(type)}Notification`;
    return { name, text: `${comment(`${post.summary}.`)}export type ${name} = ${typeOf(schema)};\n` };
  });
  return `${notifications.map(({ text }) => text).join('\n')}
/** What \`verifyWebhook\` gives. New types may be added: ignore what you do not know. */
export type Notification = ${notifications.map(({ name }) => name).join(' | ')};
`;
}
