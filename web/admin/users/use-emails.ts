import { useDesk, useLoaded } from '../desk.ts';

/** The addresses of the users by their ids; empty until they are loaded. A removed user has none. */
export function useEmails(): ReadonlyMap<string, string> {
  const { api } = useDesk();
  const { value } = useLoaded(async () => {
    const { users } = await api.call('GET /api/admin/users');
    return new Map(users.map(({ id, email }) => [id, email]));
  }, [api]);
  return value ?? new Map();
}
