import { Page } from './page.tsx';

/** What the build renders. */
export default <Page />;
