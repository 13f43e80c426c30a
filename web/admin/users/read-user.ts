import type { Api } from '../../service/api.ts';
import type { User } from '../desk.ts';

/** The user whose session the API has. */
export async function readUser(api: Api): Promise<User> {
  return (await api.call('GET /api/admin/user')).user;
}
