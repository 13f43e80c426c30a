import { useState } from 'preact/hooks';
import { Field, submitted } from '../design/form.tsx';
import { Button } from '../design/icon.tsx';
import { OrganizationName } from '../design/organization-name.tsx';
import { Screen } from '../design/screen.tsx';
import { useAction } from '../design/use-action.ts';
import { useBrand } from '../design/use-brand.ts';
import { useLoaded } from '../design/use-loaded.ts';
import { ApiError } from '../service/api.ts';
import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { signup } from '../text/signup.ts';
import type { InviteProps } from './invite.ts';
import { isUnknown } from './invite-page.tsx';
import { NotOpened } from './not-opened.tsx';
import { askForInvite, lookUpJoin } from './session.ts';

type Props = Pick<InviteProps, 'alert' | 'fail' | 'clearError' | 'end'> & { token: string };

/** The page of a join link: people enter their address and get an invite by mail. */
export function JoinPage({ token, alert, fail, clearError, end }: Props) {
  const { join: text, notOpened, email: emailLabel } = useText(signup);
  const { loading } = useText(common);
  const { value: link, error, reload } = useLoaded(() => lookUpJoin(token), [token]);
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<'otherDomain' | 'full'>();
  const { isBusy, run } = useAction((failure) => {
    const code = failure instanceof ApiError ? failure.code : undefined;
    if (code === 'FORBIDDEN') setProblem('otherDomain');
    else if (code === 'INVITE_LIMIT_EXCEEDED') setProblem('full');
    else if (code === 'NOT_FOUND') setIsOver(true);
    else fail(failure);
  });
  useBrand(link?.organization.branding);

  if (isOver || isUnknown(error))
    return <Screen title={text.over.title} lead={text.over.lead} icon="clock" isQuiet />;
  if (error !== undefined) return <NotOpened title={notOpened} error={error} retry={reload} />;
  if (!link) return <Screen title="" lead={loading} isQuiet />;
  const { organization, domains } = link;
  const ask = submitted((form) => {
    clearError();
    setProblem(undefined);
    const email = form.text('email');
    void run(async () => {
      await askForInvite(token, email);
      end('mail', (language) => signup[language].join.sent(email));
    });
  });
  return (
    <Screen
      eyebrow={<OrganizationName name={organization.name} logo={organization.branding.logo} />}
      title={text.title(organization.name)}
      lead={text.lead}
      alert={problem === 'otherDomain' ? text.otherDomain(domains) : problem ? text.full : alert}
      width="narrow"
    >
      <form class="card signup" onSubmit={ask}>
        <Field
          id="email"
          label={emailLabel}
          hint={text.domains(domains)}
          name="email"
          type="email"
          required
          autocomplete="email"
        />
        <Button type="submit" class="primary large" label={text.action} disabled={isBusy} />
      </form>
    </Screen>
  );
}
