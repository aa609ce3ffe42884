/** A signed-in administrator. */
export interface Session {
  readonly url: URL
  readonly cookie: string
  /** Calls the API and returns `data`; throws an error with the response text if the call fails. */
  call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>
}

/** Signs in; changes the password first if the account requires it. */
export async function signIn(url: URL, username: string, password: string, newPassword?: string): Promise<Session> {
  let cookie = ''
  const request = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie, origin: url.origin } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
    return { response, data: (JSON.parse(text) as { data: unknown }).data }
  }

  const login = await request('POST', '/api/auth/login', { username, password })
  const set = login.response.headers.getSetCookie().find((line) => line.startsWith('session_token='))
  if (!set) throw new Error('the server set no session cookie')
  cookie = set.split(';')[0] as string
  if ((login.data as { must_change_password: boolean }).must_change_password) {
    if (!newPassword) throw new Error('this account must change its password first')
    await request('POST', '/api/auth/onboarding', { new_password: newPassword })
  }
  return {
    url,
    cookie,
    call: async <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      (await request(method, path, body, headers)).data as T,
  }
}
