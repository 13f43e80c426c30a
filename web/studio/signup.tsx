import { useState } from 'preact/hooks';
import { Button } from '../design/icon.tsx';
import { Screen } from '../design/screen.tsx';
import { useAction } from '../design/use-action.ts';
import { ApiError } from '../service/api.ts';
import { useText } from '../text/language.tsx';
import { signup } from '../text/signup.ts';
import type { InviteProps } from './invite.ts';
import { confirm, openWith, requestLink, resumedBy } from './session.ts';

type Props = Pick<InviteProps, 'alert' | 'fail' | 'end'> & { token: string };

/**
 * The screen of a mailed link. Mail scanners open links, so the token is used on a click only. One that has expired or was
 * used leads to the session that it has opened in this browser, and else to another link.
 */
export function Return({ token, alert, enter, fail, end }: Props & Pick<InviteProps, 'enter'>) {
  const { back, linkOver } = useText(signup);
  const [isOver, setIsOver] = useState(false);
  const { isBusy, run } = useAction((error) => {
    if (!(error instanceof ApiError && error.code === 'UNAUTHORIZED')) return fail(error);
    const session = resumedBy({ token });
    if (session === undefined) setIsOver(true);
    else enter(session);
  });
  const open = () => run(async () => enter(await openWith({ token })));
  const mailLink = () =>
    run(async () => {
      await requestLink({ token });
      end('mail', (language) => signup[language].mailed);
    });
  const { title, lead, action } = isOver ? linkOver : back;
  return (
    <Screen title={title} lead={lead} alert={alert} icon={isOver ? 'clock' : 'person'} isQuiet>
      <Button
        class="primary"
        label={action}
        disabled={isBusy}
        onClick={() => void (isOver ? mailLink() : open())}
      />
    </Screen>
  );
}

/** The screen of a link that confirms an address. Mail scanners open links, so the token is used on a click only. */
export function ConfirmAddress({ token, alert, fail, end }: Props) {
  const text = useText(signup).confirm;
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED')
      end('clock', (language) => signup[language].confirm.expired);
    else fail(error);
  };
  const { isBusy, run } = useAction(failed);
  const click = () =>
    run(async () => {
      const email = await confirm(token);
      end('check', (language) => signup[language].confirm.done(email));
    });
  return (
    <Screen title={text.title} lead={text.lead} alert={alert} icon="mail" isQuiet>
      <Button class="primary" label={text.action} disabled={isBusy} onClick={() => void click()} />
    </Screen>
  );
}
