import { randomUUID } from 'node:crypto'
import { type Answer, ask } from './http.ts'

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly revocation_token: string
  readonly mobile_session_id: string
  readonly user: { readonly id: string }
}

/** One installation of the mobile app, for one server. */
export function makePhone(url: string, installation_id: string = randomUUID()) {
  const post = (path: string, body: object, token?: string): Promise<Answer> =>
    ask(`${url}/api/mobile${path}`, {
      method: 'POST',
      body,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
  const tokens = async (path: string, body: object): Promise<Tokens> => {
    const answer = await post(path, { installation_id, ...body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.data<Tokens>()
  }
  return {
    installation_id,
    post,
    login: (username: string, password: string, extra: object = {}) =>
      tokens('/auth/login', { username, password, device_name: 'test phone', ...extra }),
    pair: (code: string) => tokens('/auth/pair', { code, device_name: 'test phone' }),
    refresh: (refresh_token: string) => tokens('/auth/refresh', { refresh_token }),
    me: (token: string) => ask(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } }),
  }
}
