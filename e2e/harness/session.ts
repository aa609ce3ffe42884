import { type Answer, ask } from './http.ts'
import { initialPassword, type Server } from './server.ts'

export const adminPassword = 'correct horse battery staple'

/** A signed-in user with a session cookie, like in a browser. */
export interface Session {
  readonly cookie: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** `data` of a response; throws if the call fails. */
  get<T>(path: string): Promise<T>
  send<T>(method: string, path: string, body?: unknown): Promise<T>
}

export function sessionOf(url: string, cookie: string): Session {
  const call: Session['call'] = (method, path, body, headers = {}) =>
    ask(url + path, { method, body, headers: { cookie, origin: url, ...headers } })
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.data<T>()
  }
  return { cookie, call, send, get: (path) => send('GET', path) }
}

const cookieOf = (answer: Answer): string =>
  (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0] ?? '').join('; ')

export async function signIn(url: string, username: string, password: string): Promise<Session> {
  const answer = await ask(`${url}/api/auth/login`, { method: 'POST', body: { username, password } })
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`)
  return sessionOf(url, cookieOf(answer))
}

/** Adds a member as the admin, and signs in as them. */
export async function addMember(url: string, admin: Session, username = 'maria'): Promise<Session> {
  const password = 'a long enough password'
  await admin.send('POST', '/api/users', { username, password, role: 'member' })
  return signIn(url, username, password)
}

/** First sign-in with the printed password; changes it to `adminPassword`. */
export async function firstSignIn(server: Server): Promise<Session> {
  const session = await signIn(server.url, 'admin', await initialPassword(server))
  await session.send('POST', '/api/auth/onboarding', { new_password: adminPassword })
  return session
}
