import { type Static, Type } from '@sinclair/typebox'
import { AllowPrivate } from '@svc/plugin-system/contract'

const clientId = Type.String({
  default: '',
  maxLength: 512,
  description: 'client id from the provider; empty: disabled',
})
const clientSecret = Type.String({
  default: '',
  maxLength: 4096,
  secret: true,
  description: 'client secret from the provider',
})

/** The public providers; they may resolve to public addresses only. */
export const publicGithub = 'https://github.com'
export const publicGoogle = 'https://accounts.google.com'

/** Provider sign-in. */
export const oauthConfig = Type.Object({
  base_url: Type.String({
    format: 'base-url-or-empty',
    default: '',
    description: 'public address of this installation; callback URLs are built from it only',
  }),
  allow_registration: Type.Boolean({
    default: false,
    description: 'create a member account at the first sign-in with an unknown identity',
  }),
  allow_private: AllowPrivate('private address ranges of providers whose endpoints are not on the host of their URL'),
  github: Type.Object({
    client_id: clientId,
    client_secret: clientSecret,
    base_url: Type.String({
      format: 'base-url',
      default: publicGithub,
      description: 'URL of GitHub Enterprise, or of a server with the same API',
    }),
  }),
  google: Type.Object({
    client_id: clientId,
    client_secret: clientSecret,
    issuer_url: Type.String({ format: 'base-url', default: publicGoogle, description: 'issuer URL' }),
  }),
  oidc: Type.Object({
    issuer_url: Type.String({
      format: 'base-url-or-empty',
      default: '',
      description: 'issuer URL with a discovery document',
    }),
    client_id: clientId,
    client_secret: Type.String({ ...clientSecret, description: 'empty for a public client' }),
    scopes: Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,128}$' }), {
      default: ['openid', 'email', 'profile'],
      description: 'requested scopes; openid is always included',
    }),
    title: Type.String({
      default: 'Single sign-on',
      minLength: 1,
      maxLength: 64,
      description: 'label of the sign-in button',
    }),
  }),
})
export type OauthConfig = Static<typeof oauthConfig>
