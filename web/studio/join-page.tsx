import { useEffect, useState } from 'preact/hooks';
import { Field, submitted } from '../design/form.tsx';
import { Button } from '../design/icon.tsx';
import { OrganizationName } from '../design/organization-name.tsx';
import { Screen } from '../design/screen.tsx';
import { useAction } from '../design/use-action.ts';
import { useBrand } from '../design/use-brand.ts';
import { ApiError } from '../service/api.ts';
import { common } from '../text/common.ts';
import { useSentences } from '../text/errors.ts';
import { useText } from '../text/language.tsx';
import { signup } from '../text/signup.ts';
import type { InviteProps } from './invite.ts';
import { askForInvite, type JoinedLink, lookUpJoin } from './session.ts';

type Props = Pick<InviteProps, 'alert' | 'fail' | 'clearError' | 'end'> & { token: string };

/** The page of a join link: people enter their address and get an invite by mail. */
export function JoinPage({ token, alert, fail, clearError, end }: Props) {
  const [link, setLink] = useState<JoinedLink>();
  const [error, setError] = useState<unknown>();
  const text = useText(signup).join;
  const { notOpened, email: emailLabel } = useText(signup);
  const { loading, tryAgain } = useText(common);
  const sentenceOf = useSentences();
  const [problem, setProblem] = useState<string>();
  const { isBusy, run } = useAction((failure) => {
    const code = failure instanceof ApiError ? failure.code : undefined;
    if (code === 'FORBIDDEN') setProblem(text.otherDomain(link?.domains ?? []));
    else if (code === 'INVITE_LIMIT_EXCEEDED') setProblem(text.full);
    else if (code === 'NOT_FOUND') setError(failure);
    else fail(failure);
  });

  const load = async () => {
    setError(undefined);
    await lookUpJoin(token).then(setLink, setError);
  };
  useEffect(() => void load(), [token]);
  useBrand(link?.organization.branding);

  if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_REQUEST')) {
    return <Screen title={text.over.title} lead={text.over.lead} icon="clock" isQuiet />;
  }
  if (error !== undefined) {
    return (
      <Screen title={notOpened} lead={sentenceOf(error)} icon="cloud" isQuiet>
        <Button class="primary" label={tryAgain} onClick={() => void load()} />
      </Screen>
    );
  }
  if (!link) return <Screen title="" lead={loading} isQuiet />;
  const { organization, domains } = link;
  const ask = submitted((form) => {
    clearError();
    setProblem(undefined);
    const email = form.text('email');
    void run(async () => {
      await askForInvite(token, email);
      end(text.sent, text.sentLead(email), 'mail');
    });
  });
  return (
    <Screen
      eyebrow={<OrganizationName name={organization.name} logo={organization.branding.logo} />}
      title={text.title(organization.name)}
      lead={text.lead}
      alert={problem ?? alert}
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
