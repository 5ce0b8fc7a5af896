# The short title of each clause of Svoi Kozyri.

clause-S1 = Mga upuan at baraha
clause-S2 = Pagpili ng tramp
clause-S3 = Pamimigay
clause-S4 = Tagabigay at unang tira
clause-S5 = Tumalo o kumuha
clause-S6 = Ano ang tumatalo sa ano
clause-S7 = Tumalo at maglapag
clause-S8 = Ilan ang kukunin
clause-S9 = Paglipat ng turno
clause-S10 = Pagkapanalo sa bigayan
clause-S11 = Tabla sa huling baraha
clause-S12 = Pag-uulit
clause-S13 = Buong laban
