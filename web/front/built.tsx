import { Page } from './page.tsx';

/** The page that the build renders. */
export default <Page />;
