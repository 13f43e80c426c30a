import { useEffect, useState } from 'preact/hooks';
import type { SchemeName } from '../../shared/contract/brand-look.ts';
import { applyBrand } from '../design/brand.ts';
import { Button } from '../design/icon.tsx';
import { OrganizationName } from '../design/organization-name.tsx';
import anna from '../design/people/anna.svg';
import david from '../design/people/david.svg';
import jonas from '../design/people/jonas.svg';
import karim from '../design/people/karim.svg';
import mei from '../design/people/mei.svg';
import {
  isPreviewMessage,
  PREVIEW_FRAGMENT,
  PREVIEW_READY,
  type PreviewLook,
} from '../design/preview-protocol.ts';
import { Screen } from '../design/screen.tsx';
import { gallery } from '../text/gallery.ts';
import { useText } from '../text/language.tsx';
import type { Headshot } from './headshot.ts';
import { PhotoActions } from './photo-actions.tsx';
import { SignupForm } from './signup-form.tsx';

/** Whether the page is a preview in a frame of the owner's desk. */
export const isPreview = location.hash === PREVIEW_FRAGMENT && window.parent !== window;

const DAY = 24 * 3600_000;
const INVITE_LIFETIME = 30 * DAY;
const PEOPLE = [anna, karim, mei, david, jonas, anna];

/** The pages of members in a look that is not saved yet, with people who do not exist. */
export function Preview() {
  const [look, setLook] = useState<PreviewLook>();
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === window.parent && isPreviewMessage(data))
        setLook(data.look);
    };
    addEventListener('message', hear);
    window.parent.postMessage(PREVIEW_READY, location.origin);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (!look) return;
    showScheme(look.scheme);
    const prefersDark = { matches: look.scheme === 'dark', addEventListener() {}, removeEventListener() {} };
    return applyBrand(look.branding, { style: document.documentElement.style, prefersDark });
  }, [look]);
  if (!look) return null;
  return look.screen === 'signup' ? <SignupPreview look={look} /> : <StudioPreview look={look} />;
}

function SignupPreview({ look: { organization, branding } }: { look: PreviewLook }) {
  return (
    <SignupForm
      invite=""
      held={{
        state: 'open',
        organization: { ...organization, branding, photosBy: null },
        maskedEmail: 'a•••@example.com',
        expiresAt: new Date(Date.now() + INVITE_LIFETIME).toISOString(),
      }}
      alert={undefined}
      enter={ignore}
      fail={ignore}
      clearError={ignore}
      end={ignore}
    />
  );
}

function StudioPreview({ look: { organization, branding } }: { look: PreviewLook }) {
  const text = useText(gallery);
  return (
    <Screen
      eyebrow={<OrganizationName name={organization.name} logo={branding.logo} />}
      title={text.title}
      lead={text.choose(organization.name)}
      width="wide"
    >
      <div class="beside gallery-bar">
        <div class="filters">
          <button type="button" class="chip" aria-pressed="true">
            {text.filters.all} <span class="count">{PEOPLE.length}</span>
          </button>
          <button type="button" class="chip" aria-pressed="false">
            {text.filters.liked} <span class="count">2</span>
          </button>
        </div>
        <Button class="primary" label={text.download.all(PEOPLE.length)} />
      </div>
      <ul class="gallery photo-grid">
        {PEOPLE.map((person, index) => (
          <li key={index} class={index === 1 ? 'chosen' : ''}>
            <span class="open">
              <img class="covers" src={person} alt="" />
            </span>
            <PhotoActions headshot={sample(index)} isFavorite={index === 1} rate={ignore} />
          </li>
        ))}
      </ul>
    </Screen>
  );
}

function sample(index: number): Headshot {
  return {
    id: `sample-${index}`,
    status: 'active',
    likedStatus: index === 0 ? 'liked' : index === 2 ? 'loved' : 'none',
    createdAt: new Date().toISOString(),
    madeBy: 'generated',
    urls: { main: '' },
    expiresAt: new Date().toISOString(),
  };
}

/** A preview does nothing. */
function ignore(): void {}

const DARK = '(prefers-color-scheme: dark)';
let darkRules: readonly CSSMediaRule[] | undefined;

/** Shows one scheme whatever the browser prefers, by the conditions of the rules that make the dark one. */
function showScheme(scheme: SchemeName): void {
  darkRules ??= [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.conditionText === DARK);
  for (const { media } of darkRules) media.mediaText = scheme === 'dark' ? 'all' : 'not all';
}
