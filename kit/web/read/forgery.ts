const cookieName = 'XSRF-TOKEN'

/**
 * The mark against forged calls, as the first system's client sends it: of the cookie that a proxy may
 * have set, under Angular's names. Our own server wants none, for no cookie signs anybody in.
 */
export function forgeryMark(method: string): Readonly<Record<string, string>> {
  if (method === 'GET' || method === 'HEAD') return {}
  const cookies = document.cookie.split('; ')
  const mark = cookies.find((one) => one.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
  return mark ? { 'x-xsrf-token': decoded(mark) } : {}
}

/** What was not written as an address is would end every call. */
function decoded(mark: string): string {
  try {
    return decodeURIComponent(mark)
  } catch {
    return mark
  }
}
