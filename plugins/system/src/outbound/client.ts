/** A separate module for lazy loading: the bundler resolves named exports of undici only in static imports. */
export { Client, Pool } from 'undici'
