import { type Static, Type } from '@sinclair/typebox'

const clientId = Type.String({ default: '', maxLength: 512, description: 'as the provider shows it; empty: not used' })
const clientSecret = Type.String({ default: '', maxLength: 4096, secret: true, description: 'from the provider' })

/** The addresses of the public providers, which are trusted with nothing but their public addresses. */
export const publicGithub = 'https://github.com'
export const publicGoogle = 'https://accounts.google.com'

/** Sign-in at other providers. */
export const oauthConfig = Type.Object({
  base_url: Type.String({
    format: 'base-url-or-empty',
    default: '',
    description: 'public address of this installation; callback addresses are built from it and from nothing else',
  }),
  allow_registration: Type.Boolean({ default: false, description: 'create accounts for unknown people' }),
  github: Type.Object({
    client_id: clientId,
    client_secret: clientSecret,
    base_url: Type.String({
      format: 'base-url',
      default: publicGithub,
      description: 'address of GitHub Enterprise, or of a server that speaks its API',
    }),
  }),
  google: Type.Object({
    client_id: clientId,
    client_secret: clientSecret,
    issuer_url: Type.String({ format: 'base-url', default: publicGoogle, description: 'issuer' }),
  }),
  oidc: Type.Object({
    issuer_url: Type.String({
      format: 'base-url-or-empty',
      default: '',
      description: 'issuer with a discovery document',
    }),
    client_id: clientId,
    client_secret: Type.String({ ...clientSecret, description: 'empty for a public client' }),
    scopes: Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,128}$' }), {
      default: ['openid', 'email', 'profile'],
      description: 'requested scopes; openid is always asked for',
    }),
    title: Type.String({ default: 'Single sign-on', minLength: 1, maxLength: 64, description: 'text of the button' }),
  }),
})
export type OauthConfig = Static<typeof oauthConfig>
