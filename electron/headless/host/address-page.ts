/** For a person whose browser used another host name than the one of this start: a bookmark, an earlier start, the bare port. */
export const ADDRESS_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Intray</title>
<h1>This is not the address of Intray’s window</h1>
<p>Intray has a new address each time it starts, and shows nothing under any other. <code>intray url --profile DIR</code> prints one;
it works once, in one tab. It ends in <code>.localhost</code>: Chrome, Edge, Firefox and other current browsers know that this is the
computer itself. If yours says that it cannot find the server, open the address in one of these.</p>
<h1 lang="fr">Ceci n’est pas l’adresse de la fenêtre d’Intray</h1>
<p lang="fr">Intray change d’adresse à chaque démarrage et n’affiche rien sous une autre. <code>intray url --profile DIR</code> en donne
une ; elle sert une seule fois, dans un seul onglet. Elle se termine par <code>.localhost</code> : Chrome, Edge, Firefox et les autres
navigateurs actuels savent qu’il s’agit de l’ordinateur lui-même. Si le vôtre dit qu’il ne trouve pas le serveur, ouvrez l’adresse dans
l’un de ceux-ci.</p></html>
`;
