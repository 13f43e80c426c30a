import { LanguageProvider } from '../text/language.tsx';
import { FrontPage } from './front-page.tsx';

export function Page() {
  return (
    <LanguageProvider isBuilt>
      <FrontPage />
    </LanguageProvider>
  );
}
