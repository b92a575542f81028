import { ConfigError, readConfig } from '../src/config.ts';

/** What the settings are refused with; nothing when they are good. */
export function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
