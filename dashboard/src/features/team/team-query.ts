import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';

export const teamQuery = queryOptions({ queryKey: ['team'], queryFn: () => dataOf(api.GET('/team')) });
