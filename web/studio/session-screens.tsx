import { useEffect, useMemo, useState } from 'preact/hooks';
import type { IconName } from '../design/icon.tsx';
import { Button } from '../design/icon.tsx';
import { OrganizationName } from '../design/organization-name.tsx';
import { useQuestion } from '../design/question.tsx';
import { Screen } from '../design/screen.tsx';
import { useBrand } from '../design/use-brand.ts';
import { Api } from '../service/api.ts';
import { common } from '../text/common.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { studio as studioText } from '../text/studio.ts';
import { Gallery } from './gallery.tsx';
import type { HostPage } from './host-page.ts';
import type { Ending } from './invite.ts';
import { Onboarding } from './onboarding.tsx';
import { Progress } from './progress.tsx';
import { forget, isSignup } from './session.ts';
import type { Overview, Studio } from './view.ts';

interface SessionProps {
  session: string;
  alert: string | undefined;
  /** Called with each overview that is shown. */
  shown(overview: Overview): void;
  report: HostPage['report'];
  fail(error: unknown): void;
  clearError(): void;
  end(icon: IconName, ending: Ending): void;
}

/** The screens of a session: uploads, progress or gallery, by the status of the model. */
export function Session({ session, alert, shown, report, fail, clearError, end }: SessionProps) {
  const api = useMemo(() => new Api(session), [session]);
  const [overview, setOverview] = useState<Overview>();
  const text = useText(studioText);
  const { loading, test, tryAgain } = useText(common);
  const { ask, dialog } = useQuestion();

  const refresh = async () => {
    try {
      const read = await api.call('GET /api/member');
      setOverview(read);
      shown(read);
      clearError();
    } catch (error) {
      fail(error);
    }
  };
  useEffect(() => void refresh(), [api]);

  useBrand(overview?.organization.branding);
  // Mails follow the language that the member has chosen on a page.
  const { chosen } = useLanguage();
  const ofMails = overview?.member.language;
  useEffect(() => {
    if (ofMails === undefined || chosen === undefined || chosen === ofMails) return;
    api
      .call('PUT /api/member/language', { body: { language: chosen } })
      .then(({ member }) => setOverview((shownNow) => shownNow && { ...shownNow, member }))
      .catch(fail);
  }, [api, ofMails, chosen]);

  const signOut = async () => {
    try {
      await api.call('DELETE /api/member/session');
      forget();
      end('leave', (language) => studioText[language].signedOut[isSignup ? 'byInvite' : 'byPartner']);
    } catch (error) {
      fail(error);
    }
  };
  const erase = async () => {
    if (!(await ask(text.erase))) return;
    try {
      await api.call('DELETE /api/member');
      forget();
      end('check', (language) => studioText[language].erased);
    } catch (error) {
      fail(error);
    }
  };

  if (!overview) {
    return (
      <Screen title="" lead={alert === undefined && loading} alert={alert} isQuiet>
        {alert !== undefined && <Button class="primary" label={tryAgain} onClick={() => void refresh()} />}
      </Screen>
    );
  }
  const eyebrow = (
    <>
      <OrganizationName name={overview.organization.name} logo={overview.organization.branding?.logo} />
      {overview.model?.isDevelopment === true && <span class="badge">{test}</span>}
    </>
  );
  const footer = (
    <>
      <Button class="link" label={text.signOut} onClick={() => void signOut()} />
      <Button class="link" label={text.erase.action} onClick={() => void erase()} />
    </>
  );
  const studio: Studio = { api, overview, report, refresh, fail, clearError, erase };
  const frame = { eyebrow, alert, footer };
  const status = overview.model?.status ?? 'onboarding';
  return (
    <>
      {status === 'onboarding' ? (
        <Onboarding key="onboarding" studio={studio} frame={frame} />
      ) : status === 'active' ? (
        <Gallery studio={studio} frame={frame} />
      ) : (
        <Progress studio={studio} frame={frame} />
      )}
      {dialog}
    </>
  );
}
