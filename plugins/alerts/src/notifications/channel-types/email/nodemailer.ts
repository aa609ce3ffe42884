/** A separate module for lazy loading: when bundled, only a static import resolves the named exports of this library. */
export { createTransport } from 'nodemailer'
