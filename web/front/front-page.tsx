import { useEffect } from 'preact/hooks';
import { LanguageChoice } from '../design/language-choice.tsx';
import { Portrait } from '../design/portrait.tsx';
import { SiteFooter, SiteHeader } from '../design/site.tsx';
import { front } from '../text/front.ts';
import { useText } from '../text/language.tsx';
import { Members } from './members.tsx';
import { Owners } from './owners.tsx';
import { Partners } from './partners.tsx';

/** The page at the base URL: for members, owners and partners, and the ways to sign in and to the API. */
export function FrontPage() {
  const text = useText(front);
  useEffect(() => {
    document.title = text.title;
  }, [text]);
  return (
    <div class="front">
      <SiteHeader>
        <a href="/docs">{text.nav.api}</a>
        <LanguageChoice />
        <a class="quiet" href="/admin">
          {text.nav.signIn}
        </a>
      </SiteHeader>
      <main>
        <Hero />
        <Members />
        <Owners />
        <Partners />
        <section class="end">
          <h2>{text.end.title}</h2>
          <p class="lead">{text.end.lead}</p>
          <p class="beside ways">
            <a class="primary large" href="/admin">
              {text.hero.owners}
            </a>
            <a class="quiet large" href="/docs">
              {text.hero.partners}
            </a>
          </p>
        </section>
      </main>
      <SiteFooter>
        <a href="/docs">{text.nav.api}</a>
        <a href="/admin">{text.nav.signIn}</a>
        <LanguageChoice />
      </SiteFooter>
    </div>
  );
}

function Hero() {
  const text = useText(front).hero;
  return (
    <section class="hero">
      <div class="stack">
        <h1>{text.title}</h1>
        <p class="lead">{text.lead}</p>
        <p class="beside ways">
          <a class="primary large" href="/admin">
            {text.owners}
          </a>
          <a class="quiet large" href="/docs">
            {text.partners}
          </a>
        </p>
        <p class="hint">{text.invited}</p>
      </div>
      <div class="wall" aria-hidden="true">
        <Portrait person="karim" />
        <Portrait person="anna" />
        <Portrait person="mei" />
        <Portrait person="david" />
        <Portrait person="jonas" />
        <Portrait person="ada" />
      </div>
    </section>
  );
}
