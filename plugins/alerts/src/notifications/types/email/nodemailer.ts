/** A module of its own, so that it can be loaded late: bundled, only a static import finds the names of this library. */
export { createTransport } from 'nodemailer'
