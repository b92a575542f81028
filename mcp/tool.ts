import type { CallToolResult, InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Account, Scope } from './account.ts';

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** A key with any of these may use it; to other keys it is not shown. */
  scopes: readonly Scope[];
  annotations: ToolAnnotations;
  input: Input;
  run(call: Call, input: z.infer<Input>): Promise<CallToolResult | InputRequiredResult>;
}

/** What a call of a tool works with. */
export interface Call {
  account: Account;
  ask: Ask;
}

/** Asks the person, and acts if they agree. See ask-first.ts. */
export type Ask = (question: Question) => Promise<CallToolResult | InputRequiredResult>;

export interface Question {
  /** What will happen, to what, with which amount. It is asked again when any of it changed meanwhile. */
  message: string;
  /**
   * What the person decides about. It is asked again when this changed meanwhile, also where the message leaves it out.
   */
  about: unknown;
  /** The words beside the box that the person ticks. */
  tick: string;
  /** Where the person can do it without the assistant. */
  dashboard: { kind: 'events' | 'orders'; id: string };
  /** The key is the same each time that the same confirmation is sent. */
  act(idempotencyKey: string): Promise<CallToolResult>;
}

/** Keeps the type of the input. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool as unknown as Tool;

export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
