import { useQueryClient } from '@tanstack/react-query';
import { dataOf, own } from '../api/client.ts';
import { useAction } from '../form/use-action.ts';
import { CHANGE_ORGANIZATION } from './me-query.ts';
import { setSession } from './set-session.ts';

/** Shows another organization: in this tab, and by the session, which all tabs share, on their next load. */
export function useChangeOrganization<Input = void>(idOf: (input: Input) => string | Promise<string>) {
  const client = useQueryClient();
  return useAction({
    mutationKey: CHANGE_ORGANIZATION,
    act: async (input: Input) => {
      const body = { organization_id: await idOf(input) };
      return dataOf(own.PUT('/me/organization', { body }));
    },
    onDone: (me) => setSession(client, me),
    notifyError: true,
  });
}
