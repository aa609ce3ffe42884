import type { LocalizedText } from '@svc/plugin-alerts/contract'
import { OutboundError } from '@svc/plugin-system/contract'

const texts: Readonly<Record<string, LocalizedText>> = {
  ECONNREFUSED: { en: 'connection refused', zh: '连接被拒绝' },
  ECONNRESET: { en: 'connection reset', zh: '连接被重置' },
  ENOTFOUND: { en: 'host name not found', zh: '找不到该域名' },
  EAI_AGAIN: { en: 'DNS lookup failed', zh: '域名解析失败' },
  EHOSTUNREACH: { en: 'host unreachable', zh: '主机不可达' },
  ENETUNREACH: { en: 'network unreachable', zh: '网络不可达' },
  ETIMEDOUT: { en: 'connection timed out', zh: '连接超时' },
  UND_ERR_SOCKET: { en: 'connection closed unexpectedly', zh: '连接意外关闭' },
  CERT_HAS_EXPIRED: { en: 'the certificate has expired', zh: '证书已过期' },
  CERT_NOT_YET_VALID: { en: 'the certificate is not yet valid', zh: '证书尚未生效' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { en: 'self-signed certificate', zh: '自签名证书' },
  SELF_SIGNED_CERT_IN_CHAIN: { en: 'the certificate issuer is not trusted', zh: '证书颁发者不受信任' },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { en: 'the certificate issuer is not trusted', zh: '证书颁发者不受信任' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { en: 'the certificate issuer is not trusted', zh: '证书颁发者不受信任' },
  ERR_TLS_CERT_ALTNAME_INVALID: { en: 'the certificate does not match the host name', zh: '证书与域名不匹配' },
}

/** Describes an error code of the system or of the TLS library. */
export function describeErrorCode(code: string | undefined): LocalizedText {
  const text = code !== undefined && Object.hasOwn(texts, code) ? texts[code] : undefined
  const { en, zh } = text ?? { en: 'no response', zh: '无响应' }
  return code === undefined ? { en, zh } : { en: `${en} (${code})`, zh: `${zh}（${code}）` }
}

export const timedOut = (seconds: number): LocalizedText => ({
  en: `no response within ${seconds} s`,
  zh: `${seconds} 秒内无响应`,
})

/** Describes a failed connection for people. Rethrows everything else. */
export function describeError(error: unknown, timeoutSeconds: number): LocalizedText {
  if (!(error instanceof OutboundError)) throw error
  if (error.kind === 'timeout') return timedOut(timeoutSeconds)
  if (error.kind === 'refused') {
    return { en: error.message, zh: `不允许访问该地址${error.subject ? `：${error.subject}` : ''}` }
  }
  if (error.kind === 'too_large') return { en: 'the response is too large', zh: '响应内容过大' }
  return describeErrorCode(error.code)
}
