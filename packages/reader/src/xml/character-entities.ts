/**
 * Characters of the ISO entity sets (ISO 8879, ISO 9573-13). Older S1000D modules take them from external sets, which are never read:
 * without this list, `20 &deg;C` would lose its degrees.
 */
const SETS = {
  'ISOnum, ISOpub':
    'nbsp:\u00a0 deg:° plusmn:± times:× divide:÷ micro:µ sup1:¹ sup2:² sup3:³ frac12:½ half:½ frac14:¼ frac34:¾ frac18:⅛ ' +
    'frac38:⅜ frac58:⅝ frac78:⅞ copy:© reg:® trade:™ sect:§ para:¶ middot:· bull:• hellip:… mdash:— ndash:– dash:‐ ' +
    'lsquo:‘ rsquo:’ ldquo:“ rdquo:” laquo:« raquo:» dagger:† Dagger:‡ check:✓ cross:✗ larr:← rarr:→ uarr:↑ darr:↓ ' +
    'ohm:Ω cent:¢ pound:£ yen:¥ euro:€ num:# percnt:% ast:* plus:+ equals:= horbar:― emsp:\u2003 ensp:\u2002 thinsp:\u2009 ' +
    'squ:□ blk14:░ male:♂ female:♀ star:☆ phone:☎ numsp:\u2007 puncsp:\u2008 shy:\u00ad iexcl:¡ iquest:¿ ordm:º ordf:ª',
  ISOtech:
    'le:≤ ge:≥ ne:≠ ap:≈ asymp:≈ equiv:≡ infin:∞ radic:√ sum:∑ prod:∏ int:∫ part:∂ perp:⊥ par:∥ ang:∠ minus:− mnplus:∓ ' +
    'prime:′ Prime:″ angst:Å permil:‰ there4:∴ sim:∼ lArr:⇐ rArr:⇒ hArr:⇔ harr:↔ oplus:⊕ diam:⋄ nabla:∇ square:□',
  'ISOgrk1, ISOgrk3':
    'agr:α bgr:β ggr:γ dgr:δ egr:ε thgr:θ lgr:λ mgr:μ pgr:π rgr:ρ sgr:σ phgr:φ ohgr:ω OHgr:Ω DGr:Δ SGr:Σ alpha:α beta:β ' +
    'gamma:γ delta:δ epsi:ε epsiv:ε theta:θ thetas:θ kappa:κ lambda:λ mu:μ pi:π rho:ρ sigma:σ tau:τ phi:φ phis:φ psi:ψ omega:ω ' +
    'Delta:Δ Omega:Ω Sigma:Σ Gamma:Γ Theta:Θ Lambda:Λ Phi:Φ Psi:Ψ Pi:Π',
  ISOlat1:
    'Agrave:À Aacute:Á Acirc:Â Atilde:Ã Auml:Ä Aring:Å AElig:Æ Ccedil:Ç Egrave:È Eacute:É Ecirc:Ê Euml:Ë Igrave:Ì Iacute:Í ' +
    'Icirc:Î Iuml:Ï Ntilde:Ñ Ograve:Ò Oacute:Ó Ocirc:Ô Otilde:Õ Ouml:Ö Oslash:Ø Ugrave:Ù Uacute:Ú Ucirc:Û Uuml:Ü Yacute:Ý ' +
    'szlig:ß agrave:à aacute:á acirc:â atilde:ã auml:ä aring:å aelig:æ ccedil:ç egrave:è eacute:é ecirc:ê euml:ë igrave:ì ' +
    'iacute:í icirc:î iuml:ï ntilde:ñ ograve:ò oacute:ó ocirc:ô otilde:õ ouml:ö oslash:ø ugrave:ù uacute:ú ucirc:û uuml:ü ' +
    'yacute:ý yuml:ÿ OElig:Œ oelig:œ eth:ð thorn:þ',
};

export const CHARACTER_ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.values(SETS).flatMap((set) =>
    set.split(' ').map((pair): [string, string] => {
      const [name, character] = pair.split(':') as [string, string];
      return [name, character];
    }),
  ),
);
