/** Our sign: an eye that keeps watch over a ballot's tick. */
export function Mark({ className }: { className: string }) {
  return <img src="/mark.svg" alt="" className={className} />
}
