/** An organization with its logo, or else with its first letter. To be placed in an element of class `organization`. */
export function OrganizationName({ name, logo }: { name: string; logo?: string | null | undefined }) {
  return (
    <>
      {logo ? (
        <img class="logo" src={logo} alt="" />
      ) : (
        <span class="tile" aria-hidden="true">
          {[...name.toUpperCase()][0]}
        </span>
      )}
      <span class="one-line">{name}</span>
    </>
  );
}
