# The short title of each clause of Goat.

clause-G1 = Mga upuan at panig
clause-G2 = Baraha
clause-G3 = Ranggo at puntos
clause-G4 = Ano ang tumatalo sa ano
clause-G5 = Pamimigay
clause-G6 = Tramp
clause-G7 = Unang titira at tagabigay
clause-G8 = Unang tira
clause-G9 = Tumalo o magtapon
clause-G10 = Pagtalo
clause-G11 = Pagtatapon
clause-G12 = Sino ang kukuha ng baza
# uncertain: the Russian name is kept
clause-G13 = Molodka sa labas ng turno
clause-G14 = Dalawang molodka
clause-G15 = Pagbunot
clause-G16 = Katapusan ng bigayan
clause-G17 = Puntos ng talo
clause-G18 = Mga itlog
clause-G19 = Pagkatalo sa serye
clause-G20 = Mga puntos na hindi ipinapakita
