import type { LocalizedText } from '@svc/plugin-alerts/contract'
import { OutboundError } from '@svc/plugin-system/contract'

const words: Readonly<Record<string, LocalizedText>> = {
  ECONNREFUSED: { en: 'the connection was refused', zh: '连接被拒绝' },
  ECONNRESET: { en: 'the connection was reset', zh: '连接被重置' },
  ENOTFOUND: { en: 'the name was not found', zh: '找不到该域名' },
  EAI_AGAIN: { en: 'the name could not be looked up', zh: '域名解析失败' },
  EHOSTUNREACH: { en: 'the host cannot be reached', zh: '主机不可达' },
  ENETUNREACH: { en: 'the network cannot be reached', zh: '网络不可达' },
  ETIMEDOUT: { en: 'the connection timed out', zh: '连接超时' },
  UND_ERR_SOCKET: { en: 'the connection was closed too early', zh: '连接被提前关闭' },
  CERT_HAS_EXPIRED: { en: 'the certificate has expired', zh: '证书已过期' },
  CERT_NOT_YET_VALID: { en: 'the certificate is not valid yet', zh: '证书尚未生效' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { en: 'the certificate is signed by itself', zh: '证书为自签名' },
  SELF_SIGNED_CERT_IN_CHAIN: { en: 'the issuer of the certificate is not trusted', zh: '证书颁发者不受信任' },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { en: 'the issuer of the certificate is not trusted', zh: '证书颁发者不受信任' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { en: 'the issuer of the certificate is not trusted', zh: '证书颁发者不受信任' },
  ERR_TLS_CERT_ALTNAME_INVALID: { en: 'the certificate is for another name', zh: '证书与域名不匹配' },
}

/** What a code of the system or the TLS library means. */
export function explainCode(code: string | undefined): LocalizedText {
  const known = code !== undefined && Object.hasOwn(words, code) ? words[code] : undefined
  const [en, zh] = known ? [known.en, known.zh] : ['no answer came', '没有应答']
  return code === undefined ? { en, zh } : { en: `${en} (${code})`, zh: `${zh}（${code}）` }
}

export const tooSlow = (seconds: number): LocalizedText => ({
  en: `no answer within ${seconds} s`,
  zh: `${seconds} 秒内没有应答`,
})

/** Why a way out was closed, for people; rethrows what is no failure of the way out. */
export function explain(error: unknown, seconds: number): LocalizedText {
  if (!(error instanceof OutboundError)) throw error
  if (error.kind === 'timeout') return tooSlow(seconds)
  if (error.kind === 'refused')
    return { en: error.message, zh: `不允许访问该地址${error.subject ? `：${error.subject}` : ''}` }
  if (error.kind === 'too_large') return { en: 'the answer is too long', zh: '应答内容过长' }
  return explainCode(error.code)
}
