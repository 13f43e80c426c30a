import { describe, expect, test } from 'vitest';
import { createTeam, joinMember, type Team, teamNamesOf } from '../support/people.ts';
import { freshTenant } from '../support/tenant.ts';

const V1 = '/api/v1/organization';

describe('v1 organization and teams', () => {
  test('v1 shows the organization and its credits', async () => {
    const tenant = await freshTenant({ description: 'We sell.', credits: 7 });
    const team = await createTeam(tenant, 'Sales');
    expect(await tenant.api.expect('GET', V1)).toEqual({
      success: true,
      organization: {
        uid: tenant.organizationId,
        name: 'Test Company',
        website: 'https://company.test',
        teams: [team],
      },
    });
    expect(await tenant.api.expect('GET', `${V1}/credits`)).toEqual({ success: true, credits: 7 });
  });

  test('v1 answers each change of a team with the whole organization, including its description', async () => {
    const tenant = await freshTenant({ description: 'We sell.' });
    const member = await joinMember(tenant);
    const answering = async (method: string, path: string, body: unknown, teams: object[]) => {
      const answer = await tenant.api.expect<{ organization: { teams: Team[] } }>(method, V1 + path, body);
      expect(answer).toEqual({
        success: true,
        organization: {
          uid: tenant.organizationId,
          name: 'Test Company',
          description: 'We sell.',
          website: 'https://company.test',
          teams,
        },
      });
      return answer.organization.teams[0]?.id ?? '';
    };
    const id = await answering('POST', '/teams', { name: 'Sales' }, [
      { id: expect.stringMatching(/^team_/), name: 'Sales' },
    ]);
    await answering('PUT', `/teams/${id}`, { name: 'Support' }, [{ id, name: 'Support' }]);
    const emails = [member.email, ` ${member.email.toUpperCase()}`];
    await answering('POST', `/teams/${id}/add-members`, { emails }, [{ id, name: 'Support' }]);
    expect(await teamNamesOf(tenant)).toEqual({ [member.email]: 'Support' });
    await answering('DELETE', `/teams/${id}`, undefined, []);
    expect(await teamNamesOf(tenant)).toEqual({ [member.email]: null });
  });
});
