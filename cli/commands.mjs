import { NOTIFICATION_TYPES } from './notification-types.mjs';

/** The code of a command is loaded when it runs. @type {import('./command-line.mjs').Command[]} */
export const COMMANDS = [
  {
    name: 'login',
    summary: 'Keep the address of a server and an API key, which is asked for or read from standard input',
    options: { url: { value: 'URL', help: 'Address of the server; default http://localhost:3000' } },
    run: async (values) => (await import('./login.mjs')).login(values),
  },
  {
    name: 'logout',
    summary: 'Delete the key of a profile from this machine; revoke it in the dashboard',
    options: {},
    run: async (values) => (await import('./login.mjs')).logout(values),
  },
  {
    name: 'profiles',
    summary: 'List the servers that you are logged in to, without the keys',
    options: {},
    run: async (values) => (await import('./login.mjs')).listProfiles(values),
  },
  {
    name: 'listen',
    summary:
      'Send notifications to your program on this machine as webhooks, signed, in order, and again until it answers 2xx',
    options: {
      'forward-to': {
        value: 'ADDRESS',
        help: 'Where your program listens, such as localhost:4000/hook',
        required: true,
      },
      type: { value: 'LIST', help: 'Only these types, with commas between them', values: NOTIFICATION_TYPES },
      thin: { help: 'Send the ids alone, as to an endpoint with the payload thin' },
      live: { help: 'Allow a live organization, whose notifications name buyers' },
      'from-now': { help: 'Forget how far it was, and begin with what happens from now on' },
      'from-start': { help: 'Begin with the oldest notification that is kept' },
    },
    run: async (values) => (await import('./listen.mjs')).listen(values),
  },
  {
    name: 'trigger',
    summary: 'Let something happen in a test organization, so that its notification is sent',
    argument: { name: 'TYPE', help: 'Type of the notification', required: true, values: NOTIFICATION_TYPES },
    options: {},
    run: async (values) => (await import('./trigger.mjs')).trigger(values),
  },
  {
    name: 'events tail',
    summary: 'Print notifications as they come, a line for each',
    options: {
      type: { value: 'LIST', help: 'Only these types, with commas between them', values: NOTIFICATION_TYPES },
      'from-start': { help: 'Begin with the oldest notification that is kept' },
    },
    run: async (values) => (await import('./tail.mjs')).tail(values),
  },
  {
    name: 'mcp',
    summary: 'Let an assistant work with events and orders, as an MCP server on standard input and output',
    options: {},
    run: async (values) => (await import('./mcp.mjs')).mcp(values),
  },
  {
    name: 'open',
    summary: 'Open the dashboard in the browser, or an event or order in it',
    argument: { name: 'ID', help: 'Id of an event or of an order' },
    options: { print: { help: 'Print the address alone, and open nothing' } },
    run: async (values) => (await import('./open.mjs')).open(values),
  },
  {
    name: 'completion',
    summary: 'Print the completion of these commands for a shell',
    argument: { name: 'SHELL', help: 'bash, zsh or fish', required: true, values: ['bash', 'zsh', 'fish'] },
    options: {},
    run: async (values) => (await import('./completion.mjs')).completion(values, COMMANDS),
  },
];
