import { useQueryClient } from '@tanstack/react-query';
import { dataOf, own } from '../api/client.ts';
import { useAction } from '../form/use-action.ts';
import { setSession } from './set-session.ts';

/** Shows another organization: in this tab and in new ones. Others go on with theirs. */
export function useChangeOrganization<Input = void>(idOf: (input: Input) => string | Promise<string>) {
  const client = useQueryClient();
  return useAction({
    act: async (input: Input) => {
      const body = { organization_id: await idOf(input) };
      await setSession(client, await dataOf(own.PUT('/me/organization', { body })));
    },
    notifyError: true,
  });
}
